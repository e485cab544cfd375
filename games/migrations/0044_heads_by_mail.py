from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0043_given_up_hands"),
    ]

    operations = [
        migrations.RemoveField(model_name="club", name="heads_mailed"),
        migrations.RemoveField(model_name="club", name="heads_mailed_at"),
        migrations.RemoveField(model_name="club", name="heads_to"),
    ]
