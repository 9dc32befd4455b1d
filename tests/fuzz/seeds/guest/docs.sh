cat <<-'EOF' > x
	a
	EOF
cat << E
\$a $b \
c
E
